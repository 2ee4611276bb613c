/** What dialogs of other features use to ask for evidence. */
export { ChallengeField, isChallengeText } from './ChallengeField.tsx'
