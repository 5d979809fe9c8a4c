import { Kbd, Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFocusReturn } from '../components/focus-return.ts'
import { Marked } from '../components/marked.tsx'
import { isShortcut, stepOf } from '../shortcuts/register.ts'
import { useTexts } from '../texts/index.ts'
import { NamedIcon } from './named-icon.tsx'
import classes from './palette.module.css'
import { type Entry, useCommands, useFound } from './palette-entries.ts'
import { takeKeys } from './type-ahead.ts'

/** Everything by name: pages, apps, things to do, and whatever the server finds. */
export function Palette({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  const t = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), 150)
  const commands = useCommands(text)
  const { found, isAsking } = useFound(asked)
  const entries = [...commands, ...found]
  const chosen = Math.min(at, entries.length - 1)

  const take = (index: number) => {
    const entry = entries[index]
    if (!entry) return
    onClose()
    void navigate(entry.link)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event, ['palette', 'move'], [1, -1])
    if (step) {
      event.preventDefault()
      setAt((chosen + step + entries.length) % Math.max(entries.length, 1))
    }
    if (isShortcut(event, 'palette', 'open')) {
      event.preventDefault()
      take(chosen)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={560}
      yOffset="12vh"
      centered={false}
      padding={0}
      aria-label={t.frame.palette.title}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        className={classes.input}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        rightSection={<Kbd size="xs">Esc</Kbd>}
        rightSectionWidth={52}
        placeholder={t.frame.palette.placeholder}
        aria-label={t.frame.palette.title}
        role="combobox"
        aria-expanded
        aria-controls="palette-entries"
        aria-activedescendant={entries.length > 0 ? `palette-${chosen}` : undefined}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const typed = takeKeys()
          setText((text) => text + typed)
        }}
      />
      <div
        className={classes.list}
        id="palette-entries"
        role="listbox"
        aria-label={t.frame.palette.title}
      >
        {entries.map((entry, index) => (
          <Fragment key={entry.key}>
            {entry.group && entry.group !== entries[index - 1]?.group && (
              <div className={classes.group} role="presentation">
                {entry.group}
              </div>
            )}
            <Option
              entry={entry}
              id={`palette-${index}`}
              isChosen={index === chosen}
              onPoint={() => setAt(index)}
              onTake={() => take(index)}
            />
          </Fragment>
        ))}
        {entries.length === 0 && (
          <Text size="sm" c="var(--quiet)" p="md" ta="center">
            {isAsking ? t.frame.states.loading : t.frame.palette.nothing}
          </Text>
        )}
      </div>
    </Modal>
  )
}

type OptionProps = {
  entry: Entry
  id: string
  isChosen: boolean
  onPoint: () => void
  onTake: () => void
}

function Option({ entry, id, isChosen, onPoint, onTake }: OptionProps) {
  const { icon, name, title, subtitle, marks = [], fragment } = entry
  return (
    <UnstyledButton
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.entry}
      ref={(node) => {
        if (isChosen) node?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseMove={onPoint}
      onClick={onTake}
    >
      <NamedIcon name={name ?? ''} otherwise={icon} />
      <span className={classes.title}>
        <Marked text={title} marks={marks} />
      </span>
      <span className={classes.subtitle}>
        {subtitle}
        {fragment && (
          <>
            {' · '}
            <Marked {...fragment} />
          </>
        )}
      </span>
    </UnstyledButton>
  )
}
