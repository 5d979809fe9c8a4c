import { Checkbox, Group, NumberInput, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Canvas } from '../../workspace/canvas.tsx'
import { useDraftFile } from '../draft/use-draft.ts'
import type { EditorProps } from '../editor-props.ts'
import { SchemaEditor } from '../schema/schema-editor.tsx'
import { AddWidget } from './add-widget.tsx'
import classes from './page-editor.module.css'
import {
  codeOf,
  type Entry,
  type PageValue,
  placeIn,
  resizeWidget,
  type WidgetValue,
  widgetFile,
} from './placed.ts'
import { SettingsPane } from './settings-pane.tsx'
import { usePageTexts } from './texts.ts'
import { WidgetCell } from './widget-cell.tsx'

/** The designer of a page: its widgets where they will be, with what they will show. */
export function Editor({ draft, file }: EditorProps) {
  const value = (draft.files[file]?.value ?? {}) as PageValue
  if ((value.type ?? 'PAGE') !== 'PAGE') {
    return <SchemaEditor draft={draft} file={file} kind="page" />
  }
  return <Designer draft={draft} file={file} value={value} />
}

type DesignerProps = EditorProps & { value: PageValue }

function Designer({ draft, file, value }: DesignerProps) {
  const t = usePageTexts()
  const [chosen, choose] = useState<number>()
  const [dragged, drag] = useState<number>()
  const [said, say] = useState('')
  const entries = value.widgets ?? []
  const keys = keysOf(entries.map(codeOf))
  const chosenEntry = chosen === undefined ? undefined : entries[chosen]
  const nameOf = (entry: Entry): string => {
    const known = draft.files[widgetFile(file, codeOf(entry))]?.value as WidgetValue | undefined
    return known?.name ?? codeOf(entry)
  }
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= entries.length) return
    draft.edit([{ file, op: 'move', at: ['widgets', from], to }])
    choose(undefined)
    say(t.moved(nameOf(entries[from] ?? ''), to + 1, entries.length))
  }
  return (
    <>
      <PageForm draft={draft} file={file} value={value} />
      <div className={classes.editor} data-open={chosenEntry !== undefined || undefined}>
        <section aria-label={t.canvas}>
          <Text size="sm" c="var(--quiet)" mb="lg">
            {entries.length === 0 ? t.empty : t.hint}
          </Text>
          <Canvas>
            {entries.map((entry, at) => (
              <WidgetCell
                key={keys[at]}
                draft={draft}
                file={widgetFile(file, codeOf(entry))}
                code={codeOf(entry)}
                place={placeIn(entry)}
                isChosen={at === chosen}
                isDragged={at === dragged}
                onChoose={() => choose(at)}
                onRemove={() => {
                  choose(undefined)
                  draft.edit([{ file, op: 'remove', at: ['widgets', at] }])
                }}
                onStep={(by) => move(at, at + by)}
                onLift={() => drag(at)}
                onDrop={() => {
                  if (dragged !== undefined) move(dragged, at)
                  drag(undefined)
                }}
                onResize={(size) => {
                  draft.edit(resizeWidget(file, at, entry, size))
                  say(t.resized(nameOf(entry), size.width, size.height))
                }}
              />
            ))}
          </Canvas>
          <AddWidget draft={draft} file={file} value={value} onAdd={() => choose(entries.length)} />
          <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
        </section>
        {chosenEntry !== undefined && (
          <SettingsPane
            key={codeOf(chosenEntry)}
            draft={draft}
            file={widgetFile(file, codeOf(chosenEntry))}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </>
  )
}

/** The same widget may be there twice; one that moves stays the same, with the focus in it. */
const keysOf = (codes: readonly string[]): string[] =>
  codes.map((code, at) => `${code} ${codes.slice(0, at).filter((each) => each === code).length}`)

function PageForm({ draft, file }: DesignerProps) {
  const t = usePageTexts()
  const value = (useDraftFile(draft, file)?.value ?? {}) as {
    name?: string
    sort?: number
    hidden?: boolean
  }
  return (
    <Group align="end" mb="md" role="group" aria-label={t.page}>
      <TextInput
        label={t.name}
        value={value.name ?? ''}
        error={draft.problemsAt(file, ['name'])[0]?.message}
        onChange={(event) => draft.set(file, ['name'], event.currentTarget.value)}
        w={260}
        required
      />
      <NumberInput
        label={t.sort}
        value={value.sort ?? 0}
        onChange={(next) => draft.set(file, ['sort'], Number(next))}
        w={140}
      />
      <Checkbox
        label={t.hidden}
        checked={value.hidden ?? false}
        onChange={(event) => draft.set(file, ['hidden'], event.currentTarget.checked || undefined)}
        pb={8}
      />
    </Group>
  )
}
