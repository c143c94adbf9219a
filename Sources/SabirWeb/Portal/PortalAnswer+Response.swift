import HTTPTypes
import Hummingbird

extension Response {
    /// The answer as an HTTP response; for HEAD the body is dropped by `createHeadResponse()`.
    package init(_ answer: PortalAnswer) {
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: answer.body)))
    }
}
