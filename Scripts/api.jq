# The symbol graphs of one library, slurped, as the text of its interface; see Scripts/api. $library is its name.

# Compilers say of most types that they can be copied, and name what other protocols bring along.
def implied: ["Copyable", "Escapable", "SendableMetatype", "ExpressibleByUnicodeScalarLiteral",
    "ExpressibleByExtendedGraphemeClusterLiteral"];

# Where Foundation keeps a protocol is not the same everywhere.
def withoutModule: sub("^_?[A-Za-z]+[.]"; "");

def isType: .kind.identifier | test("^swift[.](struct|class|enum|protocol|actor)$");

def availability: [.availability[]?
    | [.domain] + [to_entries[] | select(.key != "domain")
        | "\(.key): \(.value | if type == "object" then [.major, .minor // 0 | tostring] | join(".") else tojson end)"]
    | "@available(\(map(select(. != null)) | join(", "))) "] | sort | add // "";

def conditions: [.swiftExtension.constraints[]?
    | "\(.lhs) \(if .kind == "sameType" then "==" else ":" end) \(.rhs)"]
    | if . == [] then "" else " where " + join(", ") end;

# The type that a member belongs to: one of ours, or an extension of another's.
def home: (.pathComponents[:-1] | join(".")) as $type
    | (.swiftExtension.extendedModule // $library) as $owner
    | if $type == "" then "global"
      elif $owner != $library then "extension \($owner).\($type)\(conditions)"
      elif conditions != "" then "extension \($type)\(conditions)"
      else $type end;

[.[].symbols[]?] as $symbols
| [.[].relationships[]?] as $relations
| ($symbols | map({key: .identifier.precise, value: .}) | from_entries) as $ours
| ($relations | map(select(.kind == "requirementOf") | {key: .source, value: "requirement "}) | from_entries) as $requirements
| def parents($id; $kind): [$relations[] | select(.source == $id and .kind == $kind)
        | if $ours[.target] then $ours[.target].pathComponents | join(".")
          else .targetFallback // .target | withoutModule end]
        | unique - implied;
    # The whole path, what it is, and what it conforms to.
    def heading: (.pathComponents | join(".")) as $path
        | (.names.title | split(".") | last) as $name
        | ([.declarationFragments[] | if .kind == "identifier" and .spelling == $name then $path else .spelling end]
            | join("")) as $declaration
        | parents(.identifier.precise; "inheritsFrom") + parents(.identifier.precise; "conformsTo")
        | if . == [] then $declaration else "\($declaration): \(join(", "))" end;
    ($symbols | map(select(isType) | {key: .pathComponents | join("."), value: (availability + heading)}) | from_entries)
        as $headings
    | [$symbols[] | select(isType | not)
        | ([.declarationFragments[].spelling] | join("") | gsub("\\s+"; " ")) as $declaration
        | {home: home, line: "    \($requirements[.identifier.precise] // "")\(availability)\($declaration)"}]
      # Types without members, and conformances that types of others were given.
      + ($headings | keys | map({home: ., line: null}))
      + [$relations[] | select(.kind == "conformsTo" and $ours[.source] == null)
        | {home: "extension \(.source): \(.targetFallback // .target)", line: null}]
    | group_by(.home)[]
    | "\n\($headings[.[0].home] // .[0].home)", (map(.line | select(. != null)) | sort[])
