import SabirCore

/// Words of doses in any language: symbols of units and international names of medicines.
package struct DoseWords: Sendable {
    /// Read on first use.
    private let medicines: OnDemand<MedicineNames?>

    /// Without a valid file of medicines, only units are known; whoever loads the checks reports the error.
    ///
    /// - Parameter folder: `share/languages`.
    package init(in folder: String) {
        medicines = OnDemand { (try? MedicineNames.read("\(folder)/shape/medicines.json"))?.value }
    }

    package func contains(_ word: String) -> Bool {
        Units.symbols[word.lowercased()] != nil || medicines.value?.areNamed(by: word) == true
    }
}
