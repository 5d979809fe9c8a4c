import { CloseButton } from '@mantine/core'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { sizeText } from '../size-text.ts'
import type { Uploaded } from '../uploads.ts'
import classes from './feed.module.css'

type PendingFilesProps = { files: Uploaded[]; onChange: (files: Uploaded[]) => void }

/** Uploaded already, and sent with the next message. */
export function PendingFiles({ files, onChange }: PendingFilesProps) {
  const t = useTexts()
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <div className={classes.files}>
      {files.map((file) => (
        <span key={file.hash} className={classes.file}>
          {file.name} <span className={classes.quiet}>{sizeText(file.size, language)}</span>
          <CloseButton
            size="xs"
            aria-label={t.items.input.remove(file.name)}
            onClick={() => onChange(files.filter((other) => other !== file))}
          />
        </span>
      ))}
    </div>
  )
}
