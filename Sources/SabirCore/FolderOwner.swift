import Glibc

/// Gives files that root creates in a service's folder to the folder's owner. Otherwise a command that root runs beside
/// the service, or before its first start, would lock the service out.
package enum FolderOwner {
    /// Gives the file to the folder's owner if needed, and returns whether that owner now has it. Call this on a file
    /// that was just created or opened. A file with a second name may belong to somebody else, and stays as it is.
    @discardableResult
    package static func give(_ descriptor: Int32, toOwnerOf folder: String) -> Bool {
        guard let owner = other(than: 0, of: folder) else { return true }
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_nlink == 1 else { return false }
        return file.st_uid == owner.st_uid || fchown(descriptor, owner.st_uid, owner.st_gid) == 0
    }

    /// Makes a folder (mode 0700) and gives it to the owner of the folder around it. Returns nil, or errno.
    package static func makeFolder(_ path: String, in folder: String) -> Int32? {
        guard mkdir(path, 0o700) == 0 else { return errno == EEXIST ? nil : errno }
        if let owner = other(than: 0, of: folder) { lchown(path, owner.st_uid, owner.st_gid) }
        return nil
    }

    /// The owner to give files to; nil if this process is not root, or the folder belongs to root.
    private static func other(than root: uid_t, of folder: String) -> stat? {
        var owner = stat()
        guard geteuid() == root, stat(folder, &owner) == 0, owner.st_uid != root else { return nil }
        return owner
    }
}
