import { ActionIcon, FileButton, Textarea, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPaperclip, IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isShortcut } from '../../shortcuts/register.ts'
import { useTexts } from '../../texts/index.ts'
import { useFormDraft } from '../form-draft.ts'
import { type Uploaded, uploadTemporary } from '../uploads.ts'
import { askedName, type Mention, stillMentioned, toBody } from './compose.ts'
import classes from './feed.module.css'
import { MentionMenu } from './mention-menu.tsx'
import { PendingFiles } from './pending-files.tsx'
import type { Said } from './stream.ts'

type MessageInputProps = {
  onSend: (said: Said) => Promise<unknown>
  /** Where it is said: what is not sent is there again the next time. */
  place: string
  /** What to write here. */
  label: string
  hasFocus?: boolean
  /** Some places have no room for files. */
  hasFiles?: boolean
}

/** Enter sends, Shift and Enter begin a new line, "@" finds people. */
export function MessageInput({
  onSend,
  place,
  label,
  hasFocus = false,
  hasFiles = true,
}: MessageInputProps) {
  const t = useTexts()
  const menuId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const menu = useRef<{ key: (event: KeyboardEvent) => boolean }>(null)
  const [text, setText] = useState('')
  const [cursor, setCursor] = useState(0)
  const [mentions, setMentions] = useState<Mention[]>([])
  useUnsent(place, { text, mentions }, (unsent) => {
    setText(unsent.text)
    setMentions(unsent.mentions)
  })
  const [files, setFiles] = useState<Uploaded[]>([])
  const asked = askedName(text, cursor)
  const isSaying = text.trim() !== '' || files.length > 0

  const send = async () => {
    if (!isSaying) return
    const named = stillMentioned(text, mentions)
    const said = { body: toBody(text.trim(), named), mentions: named.map(({ id }) => id), files }
    setText('')
    setFiles([])
    try {
      await onSend({ ...said, files: files.map(({ name, hash }) => ({ name, hash })) })
      setMentions([])
    } catch (error) {
      // Nothing that somebody wrote is lost because it could not be sent.
      setText(text)
      setFiles(files)
      notifications.show({ color: 'red', message: (error as Error).message })
    }
  }
  const mention = (person: Mention) => {
    if (!asked) return
    const before = `${text.slice(0, asked.at)}@${person.name} `
    setText(before + text.slice(cursor))
    setCursor(before.length)
    setMentions((all) => [...all, person])
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(before.length, before.length)
    })
  }
  const add = async (chosen: File[]) => {
    try {
      const uploaded = await Promise.all(chosen.map(uploadTemporary))
      setFiles((all) => [...all, ...uploaded])
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
    }
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (asked && menu.current?.key(event)) return event.preventDefault()
    if (!isShortcut(event, 'messages', 'send') || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <div className={classes.input}>
      <MentionMenu ref={menu} id={menuId} asked={asked?.name} onPick={mention} />
      <Textarea
        ref={area}
        aria-label={label}
        aria-controls={asked ? menuId : undefined}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setCursor(currentTarget.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onKeyDown={press}
        autosize
        minRows={1}
        maxRows={12}
        variant="unstyled"
        data-autofocus={hasFocus || undefined}
      />
      <PendingFiles files={files} onChange={setFiles} />
      <div className={classes.tools}>
        <span className={classes.hint}>{t.items.feed.hint}</span>
        {hasFiles && (
          <FileButton multiple onChange={(chosen) => void add(chosen)}>
            {(button) => (
              <Tooltip label={t.items.feed.attach}>
                <ActionIcon
                  {...button}
                  variant="subtle"
                  color="gray"
                  aria-label={t.items.feed.attach}
                >
                  <IconPaperclip size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
        )}
        <ActionIcon
          variant={isSaying ? 'filled' : 'subtle'}
          color={isSaying ? undefined : 'gray'}
          disabled={!isSaying}
          aria-label={t.items.feed.send}
          onClick={() => void send()}
        >
          <IconSend2 size={16} stroke={1.6} />
        </ActionIcon>
      </div>
    </div>
  )
}

type Unsent = { text: string; mentions: Mention[] }

/** Keeps what was typed and not sent, and puts it back where it was. */
function useUnsent(place: string, { text, mentions }: Unsent, restore: (unsent: Unsent) => void) {
  const unsent = useMemo(
    () => (text.trim() === '' ? undefined : { text, mentions }),
    [text, mentions],
  )
  const { found, take } = useFormDraft(`message/${place}`, unsent)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (!found) return
    restore(found)
    take()
  }, [])
}
