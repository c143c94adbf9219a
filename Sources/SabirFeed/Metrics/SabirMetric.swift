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

    var kind: MetricSeries.Kind {
        switch self {
        case .engineSeconds, .requestSeconds: .histogram
        case .roomMembers, .queueDepth, .historyFailing, .engineBreaker, .visitors, .ircClients, .helpUnanswered,
            .relayBehind, .certificateExpires:
            .gauge
        case .messages, .engineRequests, .cacheLookups, .secondLooks, .visitorsDropped, .requests, .refusals,
            .actsFailed, .purgesFailed, .helpCalls:
            .counter
        }
    }

    /// The text of the metric's `# HELP` line.
    package var help: String {
        switch self {
        case .roomMembers: "Members now in a room; all private rooms together count under the room \"private\"."
        case .messages: "Messages a room accepted."
        case .queueDepth: "What waits in a queue now."
        case .historyFailing: "1 while new lines are in memory alone, as the history cannot be written; else 0."
        case .engineSeconds: "How long a translation engine took for an answer, good or bad."
        case .engineRequests: "What became of the requests to a translation engine."
        case .engineBreaker: "Breaker of a translation engine: 0 closed (in use), 1 half open (on trial), 2 open."
        case .secondLooks:
            "Lines that were due a second look, by what it found; none: no engine was idle in time, or failed."
        case .cacheLookups: "Look-ups by the store that was asked, and whether it had the translation."
        case .visitors: "Visitors on the page now."
        case .visitorsDropped: "Visitors whose stream was ended by the node."
        case .ircClients: "Clients of IRC connected now."
        case .requests: "Requests answered, by the server that answered and the class of the status."
        case .actsFailed: "Acts of staff that the cluster did not take, or that could not be stored."
        case .refusals: "What was refused or ended, by the limit that it ran into."
        case .purgesFailed: "How often the history could not be written anew without what is gone."
        case .helpCalls: "Calls for help."
        case .helpUnanswered: "Calls for help to which nobody is coming yet."
        case .relayBehind: "Messages that the relay furthest behind has not passed on; 0 without relays."
        case .certificateExpires: "When the page's certificate runs out, in seconds since 1970; 0 where it has none."
        case .requestSeconds: "How long an answer took; streams are not counted."
        }
    }
}
