import { ActionIcon, Badge, Collapse, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { SettingInput } from '../../pages/settings/setting-input.tsx'
import type { Source } from '../../pages/settings/use-source.ts'
import { useBuildTexts } from '../../texts.ts'
import type { AppPartProps } from '../part.ts'
import { type DraftView, VIEW_SETTINGS } from './draft-view.ts'
import { ViewPreview } from './view-preview.tsx'
import classes from './views.module.css'

type ViewRowProps = AppPartProps & {
  code: string
  view: DraftView
  source: Source
  isOpen: boolean
  onOpen: (code: string | undefined) => void
}

/** One line for a view; its settings and what it shows unfold below. */
export function ViewRow(props: ViewRowProps) {
  const t = useBuildTexts()
  const id = useId()
  const { draft, file, code, view, isOpen, onOpen } = props
  const name = view.name || code
  const wrong = draft.problemsAt(file, ['views', code], 'within').length
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <div className={classes.line}>
        <UnstyledButton
          className={classes.title ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(isOpen ? undefined : code)}
        >
          <Chevron size={13} stroke={1.8} aria-hidden /> {name}
          <span className={classes.quiet}>{view.type && t.app.views.types[view.type]}</span>
        </UnstyledButton>
        {wrong > 0 && (
          <Badge size="sm" color="red" circle aria-label={t.shell.problems(wrong)}>
            {wrong}
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.app.views.remove(name)}
          onClick={() => draft.edit([{ file, op: 'remove', at: ['views', code] }])}
        >
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      </div>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <div className={classes.halves}>
            <Settings {...props} />
            <ViewPreview {...props} />
          </div>
        )}
      </Collapse>
    </>
  )
}

function Settings({ draft, file, code, view, source }: ViewRowProps) {
  const t = useBuildTexts().app.views
  const at = ['views', code]
  const errorIn = (key: string) => draft.problemsAt(file, [...at, key], 'within')[0]?.message
  return (
    <div className={classes.settings}>
      <TextInput
        label={t.name}
        required
        value={view.name ?? ''}
        error={errorIn('name')}
        onChange={({ currentTarget }) => draft.set(file, [...at, 'name'], currentTarget.value)}
      />
      {(view.type ? VIEW_SETTINGS[view.type] : []).map((setting) => (
        <SettingInput
          key={setting.key}
          draft={draft}
          setting={setting}
          source={source}
          value={view[setting.key]}
          error={errorIn(setting.key)}
          onChange={(next) => draft.set(file, [...at, setting.key], next)}
        />
      ))}
    </div>
  )
}
