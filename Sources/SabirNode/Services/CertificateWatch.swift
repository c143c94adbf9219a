import Foundation
import Logging
import SabirCore
import SabirWeb
import SabirFeed

/// Reloads the page's certificate whenever its files change, and warns in time before it expires.
package actor CertificateWatch {
    private let certificate: ReloadableCertificate
    private let files: [String]
    private let services: NodeServices
    private let metrics: SabirMetrics
    private let logger: Logger
    /// The files' marks when they were last read, and when they were last checked.
    private var (read, seen): ([FileMark?], [FileMark?])
    private var standing = CertificateState.fine
    private var task: Task<Void, Never>?

    package init(
        _ certificate: ReloadableCertificate, files: [String], services: NodeServices, metrics: SabirMetrics,
        logger: Logger
    ) {
        (self.certificate, self.files, self.services, self.metrics, self.logger) =
            (certificate, files, services, metrics, logger)
        read = files.map(FileMark.init)
        seen = read
    }

    package func begin() {
        task = Task { [weak self] in
            repeat { await self?.look() } while (try? await Task.sleep(for: .seconds(2))) != nil
        }
    }

    package func end() { task?.cancel() }

    /// Waits for the next check while the files still change, because certificate and key are written one after the
    /// other.
    private func look() async {
        let now = files.map(FileMark.init)
        defer { seen = now }
        if now != read, now == seen { await reload() }
        await updateNotice()
    }

    /// Reads both files. On failure the certificate in use stays, and staff and the log are told.
    package func reload() async {
        read = files.map(FileMark.init)
        do throws(CertificateError) {
            try await certificate.reload()
            logger.notice("the page's certificate was read anew")
            await services.removeNotice(CertificateState.refused)
        } catch {
            logger.error("the page keeps the certificate that it has: \(error)")
            await services.addNotice(
                WebStaffNotice(
                    code: CertificateState.refused,
                    text: "A new certificate for the page cannot be used, and the one before stays in use: \(error)"))
        }
        await updateNotice()
    }

    private func updateNotice() async {
        let expires = await certificate.expires
        metrics[.certificateExpires].set(expires)
        let now = CertificateState(expires: expires, now: Int(Date().timeIntervalSince1970))
        guard now != standing else { return }
        standing = now
        for code in CertificateState.codes { await services.removeNotice(code) }
        guard let notice = now.notice else { return }
        logger.warning("\(notice.text)")
        await services.addNotice(notice)
    }
}
