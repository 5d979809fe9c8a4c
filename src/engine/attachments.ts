/** The variables that the setting `attachments` of a mail names: `papers, {$photo}`. */
export const attachedIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim().replace(/^\{\$(.*)\}$/, '$1'))
    .filter((code) => code !== '')

/** Only these hold files: the ids in any other are not those of files that the process was given. */
export const isAttachable = (type: string | undefined): boolean =>
  type === 'FILE' || type === 'IMAGE'
