/// The names of the node's metrics. Their labels have few values, all known from the configuration: never a person's
/// name, a text, an address or a private room.
package enum SabirMetric: String, CaseIterable, Sendable {
    case roomMembers = "sabir_room_members"
    case messages = "sabir_messages_total"
    case queueDepth = "sabir_queue_depth"
    case historyFailing = "sabir_history_failing"
    case engineSeconds = "sabir_engine_seconds"
    case engineRequests = "sabir_engine_requests_total"
    case engineBreaker = "sabir_engine_breaker"
    case cacheLookups = "sabir_cache_lookups_total"
    case secondLooks = "sabir_second_looks_total"
    case visitors = "sabir_visitors"
    case visitorsDropped = "sabir_visitors_dropped_total"
    case ircClients = "sabir_irc_clients"
    case requests = "sabir_http_requests_total"
    case requestSeconds = "sabir_http_request_seconds"
    case refusals = "sabir_refusals_total"
    case actsFailed = "sabir_acts_failed_total"
    case purgesFailed = "sabir_history_purges_failed_total"
    case helpCalls = "sabir_help_calls_total"
    case helpUnanswered = "sabir_help_unanswered"
    case relayBehind = "sabir_relay_behind"
    case certificateExpires = "sabir_page_certificate_expires_timestamp_seconds"

    var kind: MetricSeries.Kind { about.kind }

    /// The text of the metric's `# HELP` line.
    package var help: String { about.help }

    private var about: (kind: MetricSeries.Kind, help: String) {
        switch self {
        case .roomMembers:
            (.gauge, "Members now in a room; all private rooms together count under the room \"private\".")
        case .messages: (.counter, "Messages a room accepted.")
        case .queueDepth: (.gauge, "What waits in a queue now.")
        case .historyFailing:
            (.gauge, "1 while new lines are in memory alone, as the history cannot be written; else 0.")
        case .engineSeconds: (.histogram, "How long a translation engine took for an answer, good or bad.")
        case .engineRequests: (.counter, "What became of the requests to a translation engine.")
        case .engineBreaker:
            (.gauge, "Breaker of a translation engine: 0 closed (in use), 1 half open (on trial), 2 open.")
        case .cacheLookups: (.counter, "Look-ups by the store that was asked, and whether it had the translation.")
        case .secondLooks:
            (
                .counter,
                "Lines that were due a second look, by what it found; none: no engine was idle in time, or failed."
            )
        case .visitors: (.gauge, "Visitors on the page now.")
        case .visitorsDropped: (.counter, "Visitors whose stream was ended by the node.")
        case .ircClients: (.gauge, "Clients of IRC connected now.")
        case .requests: (.counter, "Requests answered, by the server that answered and the class of the status.")
        case .requestSeconds: (.histogram, "How long an answer took; streams are not counted.")
        case .refusals: (.counter, "What was refused or ended, by the limit that it ran into.")
        case .actsFailed: (.counter, "Acts of staff that the cluster did not take, or that could not be stored.")
        case .purgesFailed: (.counter, "How often the history could not be written anew without what is gone.")
        case .helpCalls: (.counter, "Calls for help.")
        case .helpUnanswered: (.gauge, "Calls for help to which nobody is coming yet.")
        case .relayBehind: (.gauge, "Messages that the relay furthest behind has not passed on; 0 without relays.")
        case .certificateExpires:
            (.gauge, "When the page's certificate runs out, in seconds since 1970; 0 where it has none.")
        }
    }
}
