/** What dialogs of other features use to ask for a file, and for evidence. */
export {
  ChallengeField,
  EvidenceFields,
  type FileChoice,
  FormatField,
  isChallengeText,
  lastFileChoice,
} from './FileFields.tsx'
