/// What a shell asks to complete a command line, from the tables.
enum Completions {
    static func script(_ shell: String, _ specs: [CommandSpec]) -> String {
        switch shell {
        case "zsh": zsh(specs)
        case "fish": fish(specs)
        default: bash(specs)
        }
    }

    private static func bash(_ specs: [CommandSpec]) -> String {
        let names = specs.map(\.name)
        return """
            # bash completion of windtunnel: source <(windtunnel completions bash)
            _windtunnel() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=''
                if [ "$COMP_CWORD" -eq 1 ]; then
                    \(reply(names + ["help", "--help", "--version"]))
                    return
                fi
                case "${COMP_WORDS[1]}" in
            \(specs.map(bashCase).joined())    help) \(reply(names)); return ;;
                esac
                case "$word" in
                -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                *) COMPREPLY=($(compgen -f -- "$word")) ;;
                esac
            }
            complete -o filenames -F _windtunnel windtunnel

            """
    }

    private static func bashCase(_ spec: CommandSpec) -> String {
        let words = spec.allOptions.flatMap(\.words).joined(separator: " ")
        let values = spec.options.filter { !$0.choices.isEmpty }.map { option in
            "            --\(option.name)) \(reply(option.choices)); return ;;\n"
        }.joined()
        let switching = values.isEmpty ? "" : "        case \"$before\" in\n\(values)        esac\n"
        return "    \(spec.name))\n\(switching)        options='\(words)' ;;\n"
    }

    private static func reply(_ words: [String]) -> String {
        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
    }

    private static func zsh(_ specs: [CommandSpec]) -> String {
        let names = specs.map { "        '\($0.name):\(escaped($0.abstract, ":"))'\n" }.joined()
        return """
            #compdef windtunnel
            # zsh completion of windtunnel: windtunnel completions zsh > a folder of $fpath, as _windtunnel
            _windtunnel() {
                local -a commands
                commands=(
            \(names)        'help:show help of a command'
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(specs.map(zshCase).joined())    help) _describe command commands ;;
                esac
            }
            compdef _windtunnel windtunnel

            """
    }

    private static func zshCase(_ spec: CommandSpec) -> String {
        let options = spec.allOptions.flatMap { option in
            let action =
                option.value.map {
                    ":\($0):" + (option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))")
                } ?? ""
            let star = option.isRepeated ? "*" : ""
            return option.words.map { "'\(star)\($0)[\(escaped(option.summary, "[]"))]\(action)'" }
        }
        return "    \(spec.name)) _arguments \((options + ["'*:file:_files'"]).joined(separator: " ")) ;;\n"
    }

    private static func fish(_ specs: [CommandSpec]) -> String {
        let head = "# fish completion of windtunnel: windtunnel completions fish | source\n"
        let names = specs.map {
            "complete -c windtunnel -n __fish_use_subcommand -f -a \($0.name) -d '\(escaped($0.abstract, ""))'\n"
        }
        let options = specs.flatMap { spec in
            spec.allOptions.map { option in
                let short = option.short.map { " -s \($0)" } ?? ""
                let value =
                    option.value == nil
                    ? "" : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
                return
                    "complete -c windtunnel -n '__fish_seen_subcommand_from \(spec.name)' -l \(option.name)\(short)\(value) "
                    + "-d '\(escaped(option.summary, ""))'\n"
            }
        }
        return head + (names + options).joined()
    }

    /// Within single quotes.
    private static func escaped(_ text: String, _ marks: String) -> String {
        text.map { $0 == "'" ? "’" : marks.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

extension CommandSpec.Option {
    /// `-p` and `--port`
    fileprivate var words: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}
