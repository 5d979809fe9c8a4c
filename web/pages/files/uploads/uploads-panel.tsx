import { ActionIcon, Button, CloseButton, FileButton, Paper, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { sizeText } from '../../../components/size-text.ts'
import { useMe } from '../../../frame/session.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import { forget, isSame, type StoredUpload } from './stored-uploads.ts'
import {
  addUploads,
  cancel,
  clearDone,
  listStopped,
  resume,
  type Upload,
  useUploads,
} from './uploading.ts'
import classes from './uploads.module.css'

/** How far everything is that is on its way, in a corner. */
export function UploadsPanel() {
  const t = useTexts()
  const me = useMe()
  const uploads = useUploads()
  const [, setForgotten] = useState(0)
  const stopped = listStopped(me.id)
  if (uploads.length === 0 && stopped.length === 0) return null
  const count = uploads.filter(({ state }) => state === 'sending' || state === 'waiting').length
  const done = uploads.filter(({ state }) => state === 'done').length
  const title = () => {
    if (count > 0) return t.files.uploads.running(count)
    return done > 0 ? t.files.uploads.finished(done) : t.files.uploads.stopped
  }
  return (
    <Paper
      component="section"
      className={classes.panel}
      shadow="md"
      withBorder
      aria-label={t.files.uploads.title}
    >
      <header className={classes.head}>
        <Text size="sm" fw={600} aria-live="polite">
          {title()}
        </Text>
        {count === 0 && uploads.length > 0 && (
          <CloseButton size="sm" aria-label={t.files.uploads.clear} onClick={clearDone} />
        )}
      </header>
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <Line key={upload.hash} upload={upload} />
        ))}
        {stopped.map((each) => (
          <Stopped
            key={each.hash}
            upload={each}
            onForget={() => {
              forget(each.hash)
              setForgotten((times) => times + 1)
            }}
          />
        ))}
      </ul>
    </Paper>
  )
}

function usePercent() {
  const language = useLanguage()
  return (part: number, whole: number) =>
    new Intl.NumberFormat(language, { style: 'percent' }).format(whole === 0 ? 1 : part / whole)
}

function Line({ upload: { hash, file, sent, state, error } }: { upload: Upload }) {
  const t = useTexts()
  const language = useLanguage()
  const percent = usePercent()
  const isStuck = state === 'interrupted' || state === 'failed'
  const word = () => {
    if (state === 'sending') return percent(sent, file.size)
    if (state === 'done') return t.files.uploads.done
    return state === 'waiting' ? t.files.uploads.waiting : ''
  }
  return (
    <li className={classes.upload}>
      <div className={classes.line}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.quiet}>
          {word()} · {sizeText(file.size, language)}
        </span>
        {state === 'done' ? (
          <IconCheck size={16} stroke={1.6} aria-hidden />
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.files.uploads.cancel(file.name)}
            onClick={() => cancel(hash)}
          >
            <IconX size={14} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      {state !== 'done' && (
        <Progress
          size={4}
          value={file.size === 0 ? 0 : (sent / file.size) * 100}
          color={isStuck ? 'red' : undefined}
          aria-label={t.files.uploads.progress(file.name)}
        />
      )}
      {isStuck && (
        <div className={classes.line}>
          <Text size="xs" c="var(--quiet)" flex={1}>
            {error || t.files.uploads.interrupted}
          </Text>
          <Button variant="default" onClick={() => resume(hash)}>
            {state === 'interrupted' ? t.files.uploads.resume : t.files.uploads.again}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The page that sent it is gone, and the file with it: it has to be chosen again. */
function Stopped({ upload, onForget }: { upload: StoredUpload; onForget: () => void }) {
  const t = useTexts()
  const me = useMe()
  const percent = usePercent()
  const { name, sent, size, target } = upload
  const choose = (file: File | null) => {
    if (!file) return
    if (isSame(upload, file)) return addUploads([file], target, me.id)
    notifications.show({ color: 'red', message: t.files.uploads.otherFile(name) })
  }
  return (
    <li className={classes.upload}>
      <div className={classes.line}>
        <span className={classes.name}>{name}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t.files.uploads.forget(name)}
          onClick={onForget}
        >
          <IconX size={14} stroke={1.6} />
        </ActionIcon>
      </div>
      <div className={classes.line}>
        <Text size="xs" c="var(--quiet)" flex={1}>
          {t.files.uploads.unfinished(percent(sent, size))}
        </Text>
        <FileButton onChange={choose}>
          {(button) => (
            <Button {...button} variant="default">
              {t.files.uploads.resume}
            </Button>
          )}
        </FileButton>
      </div>
    </li>
  )
}
