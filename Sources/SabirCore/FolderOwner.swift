import Glibc

/// Files that root makes in a service's folder belong to whom the folder belongs: a command that root runs beside the
/// service, perhaps before it, must not shut it out.
package enum FolderOwner {
    /// Whether the file now belongs to who has to read it. For a file that was just made, or just opened: one that has
    /// a second name may be somebody else's, and stays as it is.
    @discardableResult
    package static func takes(_ descriptor: Int32, in folder: String) -> Bool {
        guard let owner = other(than: 0, of: folder) else { return true }
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_nlink == 1 else { return false }
        return file.st_uid == owner.st_uid || fchown(descriptor, owner.st_uid, owner.st_gid) == 0
    }

    /// Makes a folder for its owner alone, which belongs to whom the folder around it belongs. Nil, or errno.
    package static func makes(_ path: String, in folder: String) -> Int32? {
        guard mkdir(path, 0o700) == 0 else { return errno == EEXIST ? nil : errno }
        if let owner = other(than: 0, of: folder) { lchown(path, owner.st_uid, owner.st_gid) }
        return nil
    }

    /// Nil where nothing is to be given away: by another user than root, or in a folder of root's own.
    private static func other(than root: uid_t, of folder: String) -> stat? {
        var owner = stat()
        guard geteuid() == root, stat(folder, &owner) == 0, owner.st_uid != root else { return nil }
        return owner
    }
}
