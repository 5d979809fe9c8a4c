import { ActionIcon, Alert, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { client, type ReplyOf } from '../../../client.ts'
import { TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import type { SettingPath } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './build.module.css'

type RenameProps = { place: SettingPath; code: string }

/** Gives something another code, wherever the solution names it. */
export function RenameButton({ place, code }: RenameProps) {
  const t = useBuildTexts().shell.rename
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={t.of(code)}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={13} stroke={1.6} />
      </ActionIcon>
      {isOpen && <RenameDialog place={place} code={code} onClose={() => setOpen(false)} />}
    </>
  )
}

type RenamePreview = ReplyOf<'drafts', 'rename'>

type RenameDialogProps = RenameProps & {
  onClose: () => void
  /** The code stays as it is, for this reason. */
  fixed?: string | undefined
  /** Told where the file is then. */
  onMoved?: (path: string) => void
}

/** First asks for the code, then shows every place, then does it. */
export function RenameDialog({ place, code, onClose, fixed, onMoved }: RenameDialogProps) {
  const t = useBuildTexts().shell.rename
  const { draft, file, at } = place
  const [to, setTo] = useState(code)
  const [found, setFound] = useState<RenamePreview>()
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const ask = async (dryRun: boolean) => {
    setPending(true)
    try {
      await draft.flush()
      const input = { file, at: [...at], to: to.trim(), dryRun }
      const reply = await client.drafts.rename({ params: { id: draft.id }, input })
      if (dryRun) return setFound(reply)
      await draft.restart()
      const moved = reply.usages.find(({ before, after }) => before === file && after !== null)
      onMoved?.(moved?.after ?? file)
      onClose()
    } catch (refused) {
      setError(refused as Error)
    } finally {
      setPending(false)
    }
  }
  return (
    <FormModal
      title={t.of(code)}
      size="lg"
      submit={found ? t.submit : t.show}
      change={{ isPending, error, reset: () => setError(null) }}
      isDisabled={fixed !== undefined || to.trim() === '' || to.trim() === code}
      onSubmit={() => void ask(found === undefined)}
      onClose={onClose}
    >
      <TextField
        label={t.code}
        value={to}
        readOnly={fixed !== undefined}
        data-autofocus
        onChange={(next) => {
          setTo(next)
          setFound(undefined)
        }}
      />
      {found ? (
        <Places found={found} />
      ) : (
        <Text size="sm">{fixed ?? (at.length === 0 ? t.hintWhole : t.hint)}</Text>
      )}
    </FormModal>
  )
}

function Places({ found: { usages, personal, hidden } }: { found: RenamePreview }) {
  const t = useBuildTexts().shell.rename
  const mended = usages.filter(({ after }) => after !== null)
  const left = usages.filter(({ after }) => after === null)
  return (
    <>
      <Text size="sm">
        {t.mended(mended.length)} {personal > 0 && t.personal(personal)}
      </Text>
      <ul className={classes.places}>
        {mended.map(({ file, at, element, before, after }) => (
          <li key={`${file} ${at.join('.')} ${element} ${before}`}>
            <span>{file}</span> <code>{element ?? at.join('.')}</code> {short(before)} →{' '}
            {short(after ?? '')}
          </li>
        ))}
      </ul>
      {left.length + hidden > 0 && (
        <Alert color="yellow" variant="light" title={t.left(left.length + hidden)}>
          <ul className={classes.places}>
            {left.map(({ file, at, element, before, why }) => (
              <li key={`${file} ${at.join('.')} ${element} ${before}`}>
                <span>{file}</span> <code>{element ?? at.join('.')}</code> {t.why[why ?? 'people']}
              </li>
            ))}
            {hidden > 0 && <li>{t.hidden(hidden)}</li>}
          </ul>
        </Alert>
      )}
    </>
  )
}

const LONGEST = 60
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
