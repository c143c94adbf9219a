/// The numerics of RFC 2812 §5, and common later ones.
enum IRCNumeric: String, Sendable {
    case welcome = "001", yourHost = "002", created = "003", myInfo = "004", supports = "005"
    case userModes = "221", clients = "251", channels = "254", me = "255"
    case userHost = "302", isOn = "303", unAway = "305", nowAway = "306"
    case whoisUser = "311", whoisServer = "312", endOfWho = "315", endOfWhois = "318", whoisChannels = "319"
    case whoisSpecial = "320", list = "322", endOfList = "323", channelModes = "324"
    case noTopic = "331", topic = "332", version = "351", who = "352", names = "353", endOfNames = "366"
    case endOfBans = "368", endOfWhowas = "369", motd = "372", motdStart = "375", endOfMotd = "376"
    case noSuchNick = "401", noSuchChannel = "403", cannotSend = "404", tooManyChannels = "405"
    case wasNoSuchNick = "406", tooManyTargets = "407", noOrigin = "409", badCapCommand = "410"
    case noText = "412", tooLong = "417", unknownCommand = "421", noNick = "431", badNick = "432", nickInUse = "433"
    case unavailable = "437", notOnChannel = "442", notRegistered = "451", needMoreParameters = "461"
    case alreadyRegistered = "462", channelIsFull = "471", inviteOnly = "473", banned = "474", badKey = "475"
    case notOperator = "482", noOperHost = "491", usersDoNotMatch = "502", cannotSendToUser = "531"
}
