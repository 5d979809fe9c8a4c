import { DragDropContext, type DropResult } from '@hello-pangea/dnd'
import { Button, Group, Tabs, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { WrittenForm } from '../../../../../src/engine/form.ts'
import type { KeyPath } from '../../draft/types.ts'
import { useBuildTexts } from '../../texts.ts'
import classes from '../app.module.css'
import { useFieldChoices } from '../names.ts'
import type { AppPartProps } from '../part.ts'
import { addSectionEdits, addTabEdits, moveEdits, tabsOf } from './model.ts'
import { SectionCard } from './section-card.tsx'
import { TabSettings } from './tab-settings.tsx'

export type CanvasProps = AppPartProps & { at: KeyPath; form: WrittenForm }

const indexOf = (id: string) => Number(id.replace('section-', ''))

/** A form to be arranged: fields go from section to section, by the mouse or the keyboard. */
export function Canvas(props: CanvasProps) {
  const t = useBuildTexts().app
  const { draft, file, at, form } = props
  const tabs = tabsOf(form, at)
  const [chosen, choose] = useState(0)
  const index = Math.min(chosen, tabs.length - 1)
  const tab = tabs[index]
  if (!tab) return null
  const drop = ({ source, destination }: DropResult) => {
    const from = tab.parts[indexOf(source.droppableId)]
    const to = destination && tab.parts[indexOf(destination.droppableId)]
    if (!from || !to) return
    const edits = moveEdits(file, { from, index: source.index, to, place: destination.index })
    if (edits.length > 0) draft.edit(edits)
  }
  const addTab = () => {
    draft.edit(addTabEdits(file, { form, at }, { name: t.forms.newTab, first: t.forms.firstTab }))
    choose(tab.at ? tabs.length : 1)
  }
  return (
    <>
      {tab.at && (
        <Tabs value={String(index)} onChange={(next) => choose(Number(next))} variant="outline">
          <Tabs.List aria-label={t.forms.tabs} mb="sm">
            {tabs.map(({ name }, each) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no other name
              <Tabs.Tab key={each} value={String(each)}>
                {name || t.forms.unnamed}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {tab.at && <TabSettings {...props} tab={tab} index={index} count={tabs.length} />}
      <DragDropContext onDragEnd={drop} dragHandleUsageInstructions={t.sort.instructions}>
        {tab.parts.map((part, each) => (
          <SectionCard
            key={part.at.join('.')}
            {...props}
            tabs={tabs}
            part={part}
            index={each}
            count={tab.parts.length}
          />
        ))}
      </DragDropContext>
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => draft.edit(addSectionEdits(file, { form, at, tab }, t.forms.newSection))}
        >
          {t.forms.addSection}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={addTab}
        >
          {t.forms.addTab}
        </Button>
      </Group>
      <Hidden {...props} tabs={tabs} index={index} />
    </>
  )
}

type HiddenProps = CanvasProps & { tabs: ReturnType<typeof tabsOf>; index: number }

/** Fields that the form leaves out; a click puts one at the end of the shown tab. */
function Hidden({ tabs, index, ...props }: HiddenProps) {
  const t = useBuildTexts().app.forms
  const { draft, file } = props
  const used = new Set(
    tabs.flatMap(({ parts }) => parts.flatMap(({ rows }) => rows)).map(({ code }) => code),
  )
  const hidden = useFieldChoices(props, true).filter(({ value }) => !used.has(value))
  const last = tabs[index]?.parts.at(-1)
  if (hidden.length === 0 || !last) return null
  return (
    <>
      <Text size="sm" fw={500} mt="sm" mb={4}>
        {t.hidden}
      </Text>
      <div className={classes.chips}>
        {hidden.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            size="compact-xs"
            leftSection={<IconPlus size={12} aria-hidden />}
            aria-label={t.show(label)}
            onClick={() =>
              draft.edit([{ file, op: 'insert', at: [...last.fieldsAt, last.rows.length], value }])
            }
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}
