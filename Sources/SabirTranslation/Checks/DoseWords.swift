import SabirCore

/// Words of doses in any language: units by their symbols, medicines by their international names.
package struct DoseWords: Sendable {
    /// Read when it is first asked for.
    private let medicines: OnDemand<MedicineNames?>

    /// Without a file of medicines, or with one that is wrong, units alone are known: whoever loads the checks is told.
    ///
    /// - Parameter folder: `share/languages`.
    package init(in folder: String) {
        medicines = OnDemand { (try? MedicineNames.read("\(folder)/shape/medicines.json"))?.value }
    }

    package func contains(_ word: String) -> Bool {
        Units.symbols[word.lowercased()] != nil || medicines.value?.areNamed(by: word) == true
    }
}
