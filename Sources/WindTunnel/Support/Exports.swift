// Users import one module: on Linux the URL-loading types live in a module of their own.
@_exported public import Foundation
@_exported public import HTTPArchive

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
