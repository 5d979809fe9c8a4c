import { useTexts } from '../../texts/index.ts'
import type { Folder, useFolders } from './folders.ts'

/** How a folder numbers, in words. */
export function useNumbering(folder: Folder, tree: ReturnType<typeof useFolders>) {
  const t = useTexts().registration.numbering
  const settings = folder.registrationSettings
  const { resetPeriod, resetPeriodCount = 1 } = settings.resetSettings ?? {}
  const source = settings.through
    ? tree.folders.find(({ serialId }) => serialId === settings.throughSerialId)
    : undefined
  const notes = [
    !settings.templateEnabled && t.typed,
    source && t.through(tree.labelOf(source)),
    settings.resetInPeriod && resetPeriod && t.resets[resetPeriod](resetPeriodCount),
    settings.reserveEnabled && t.reserve,
    settings.editAfterRegistration && t.editable,
    settings.useReleased && t.released,
  ]
  return {
    template: settings.templateEnabled ? example(settings) : '',
    notes: notes.filter((note) => typeof note === 'string'),
  }
}

/** What the first number would look like: easier to read than the template. */
const example = ({ template, minLength }: Folder['registrationSettings']): string =>
  template
    .replaceAll('{$__index}', '1'.padStart(minLength, '0'))
    .replaceAll('{$__date.year}', String(new Date().getFullYear()))
    .replace(/\{\$[^}]*\}/g, '…')
