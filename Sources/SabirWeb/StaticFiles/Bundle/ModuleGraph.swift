/// The page's modules and who needs whom. Of it come the files that browsers fetch: one for each page, with all that the
/// page's own module needs; and one for each module that is asked for late, with what no page has had by then.
struct ModuleGraph {
    private let modules: [String: ScriptModule]

    /// Refuses an import of what is not there or not exported, and modules that need each other in a circle.
    init(_ sources: [SourceText]) throws(WebError) {
        var modules: [String: ScriptModule] = [:]
        for source in sources { modules[source.path] = try ScriptParser.module(source) }
        self.modules = modules
        for path in modules.keys.sorted() {
            guard let module = modules[path] else { continue }
            try checkNames(of: module)
        }
        // Refuses circles.
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

    /// Everything that these modules need, and they themselves, in the order in which a browser runs them: what is
    /// needed first.
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

    /// The files by their paths, which are those of the modules that they are for.
    func files(for pages: Set<String>) throws(WebError) -> [String: String] {
        var files: [String: String] = [:]
        // What every page has from which a late module can be asked for.
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

    /// Also those that late modules ask for.
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
    /// A module runs once, whichever files it comes in.
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
