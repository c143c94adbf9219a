import SabirWeb
import SabirMetrics

extension NodeMetrics {
    /// As Prometheus reads it, with what is measured only when somebody asks brought up to date.
    package func text(_ services: NodeServices, _ page: WebStatistics) async -> String {
        sabir.helpUnanswered.set(await services.unansweredCalls())
        sabir.visitors.set(page.visitors)
        sabir.queueDepth(.translation).set(page.waiting)
        sabir.queueDepth(.pages).set(page.unwritten)
        sabir.queueDepth(.history).set(services.history?.waitingCount ?? 0)
        sabir.historyFailing.set(await services.history?.isFailing == true ? 1 : 0)
        return text(await services.census())
    }
}
