#if canImport(FoundationNetworking)
    @_silgen_name("swift_reflectionMirror_recursiveChildOffset")
    private func reflectedOffset(_: Any.Type, index: Int) -> Int

    @_silgen_name("swift_reflectionMirror_recursiveCount")
    private func reflectedCount(_: Any.Type) -> Int

    /// Stored properties by name, with the offsets that the Swift runtime reports.
    enum Reflected {
        static func field(_ name: String, of type: Any.Type, in object: Any) -> (offset: Int, value: Any)? {
            var mirror: Mirror? = Mirror(reflecting: object)
            while let current = mirror, current.subjectType != type { mirror = current.superclassMirror }
            guard let mirror else { return nil }
            for (index, child) in mirror.children.enumerated() where child.label == name {
                let inherited = reflectedCount(type) - mirror.children.count
                return (reflectedOffset(type, index: inherited + index), child.value)
            }
            return nil
        }

        /// The offset of a reference that really stands there.
        static func object<Object: AnyObject>(
            _ name: String, _ kind: Object.Type, of type: Any.Type, in owner: AnyObject
        ) -> Int? {
            guard let (offset, value) = field(name, of: type, in: owner), offset > 0, let object = value as? Object
            else {
                return nil
            }
            let word = Unmanaged.passUnretained(owner).toOpaque().load(
                fromByteOffset: offset, as: UnsafeRawPointer.self)
            return word == UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) ? offset : nil
        }

        static func child(_ name: String, in object: Any) -> Any? {
            var mirror: Mirror? = Mirror(reflecting: object)
            while let current = mirror {
                for child in current.children where child.label == name { return child.value }
                mirror = current.superclassMirror
            }
            return nil
        }
    }

    /// `URLProtocol.properties`, whose key type has no name outside Foundation.
    protocol PropertyBag {
        var storageWord: UInt { get }
        func put(_ value: Any, for key: String, at address: UnsafeMutableRawPointer) -> Bool
    }

    extension Dictionary: PropertyBag where Key: RawRepresentable, Key.RawValue == String {
        var storageWord: UInt {
            MemoryLayout<Self>.size == MemoryLayout<UInt>.size ? unsafeBitCast(self, to: UInt.self) : 0
        }

        func put(_ value: Any, for key: String, at address: UnsafeMutableRawPointer) -> Bool {
            guard let key = Key(rawValue: key), let value = value as? Value else { return false }
            address.assumingMemoryBound(to: Self.self).pointee[key] = value
            return true
        }
    }

    /// The session's table of what becomes of each task's result.
    protocol BehaviourTable {
        func value(_ identifier: Int) -> Any?
    }

    extension Dictionary: BehaviourTable where Key == Int {
        func value(_ identifier: Int) -> Any? { self[identifier] }
    }
#endif
