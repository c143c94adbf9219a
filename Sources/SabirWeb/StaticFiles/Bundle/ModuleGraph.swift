/// The page's modules and their imports, from which bundles are made: one file for each page with everything that its
/// module imports, and one for each late module with what no page has loaded by then.
struct ModuleGraph {
    private let modules: [String: ScriptModule]

    /// Throws for imports that do not exist or are not exported, and for circular imports.
    init(_ sources: [SourceText]) throws(WebError) {
        var modules: [String: ScriptModule] = [:]
        for source in sources { modules[source.path] = try ScriptParser.module(source) }
        self.modules = modules
        for path in modules.keys.sorted() {
            guard let module = modules[path] else { continue }
            try checkNames(of: module)
        }
        // Throws for circular imports.
        _ = try order(from: modules.keys.sorted())
    }

    private func checkNames(of module: ScriptModule) throws(WebError) {
        for (path, position) in module.needs + module.late where modules[path] == nil {
            throw module.source.fault(at: position, "It imports \(path), which is not there.")
        }
        for taken in module.taken + module.passedOn where modules[taken.from]?.exports.contains(taken.name) == false {
            throw module.source.fault(
                at: taken.position, "It imports \(taken.name) of \(taken.from), which exports nothing of that name.")
        }
    }

    /// These modules and all their imports, in the order in which a browser runs them.
    private func order(from roots: [String]) throws(WebError) -> [String] {
        var done: [String] = []
        var known: Set<String> = []
        var open: [String] = []
        for root in roots { try visit(root, &done, &known, &open) }
        return done
    }

    private func visit(
        _ path: String, _ done: inout [String], _ known: inout Set<String>, _ open: inout [String]
    ) throws(WebError) {
        guard known.insert(path).inserted, let module = modules[path] else { return }
        open.append(path)
        for (need, position) in module.needs {
            if let start = open.firstIndex(of: need) {
                let circle = (open[start...] + [need]).joined(separator: ", ")
                throw module.source.fault(
                    at: position,
                    "Modules need each other in a circle: \(circle). Put what both need into a module of its own.")
            }
            try visit(need, &done, &known, &open)
        }
        open.removeLast()
        done.append(path)
    }

    func includes(_ path: String) -> Bool { modules[path] != nil }

    /// The bundles by path; a bundle has the path of the module that it is for.
    func files(for pages: Set<String>) throws(WebError) -> [String: String] {
        var files: [String: String] = [:]
        // For each late module: what every page that can request it has loaded already.
        var had: [String: Set<String>] = [:]
        for page in pages.sorted() {
            let order = try order(from: [page])
            files[page] = pageFile(order, at: page)
            for late in try lateModules(from: order) {
                had[late] = had[late]?.intersection(order) ?? Set(order)
            }
        }
        for (late, had) in had where !pages.contains(late) {
            files[late] = lateFile(try order(from: [late]).filter { !had.contains($0) }, at: late)
        }
        for (late, _) in had where pages.contains(late) {
            throw WebError("The page cannot be put together: \(late) begins a page, and is imported late, too.")
        }
        return files
    }

    /// The late modules requested by these modules, and by late modules in turn.
    private func lateModules(from order: [String]) throws(WebError) -> Set<String> {
        var found: Set<String> = []
        var rest = order
        while let path = rest.popLast() {
            for (late, _) in modules[path]?.late ?? [] where found.insert(late).inserted {
                rest += try self.order(from: [late])
            }
        }
        return found
    }

    // MARK: Files

    private static let head = "/* Put together by the node at its start, of the modules that are named in it. */\n"
    /// Runs each module once, whichever bundles contain it.
    private static let part = """
        const $$part = (name, run) => { if (!$$modules.has(name)) $$modules.set(name, run()); };

        """

    private func pageFile(_ order: [String], at path: String) -> String {
        Self.head + "const $$modules = new Map();\n" + Self.part + parts(order, at: path)
    }

    private func lateFile(_ order: [String], at path: String) -> String {
        Self.head + "export const begin = ($$modules) => {\n" + Self.part + parts(order, at: path)
            + "return $$modules.get(\"\(path)\");\n};\n"
    }

    private func parts(_ order: [String], at path: String) -> String {
        order.compactMap { modules[$0]?.part(in: path) }.joined()
    }
}
