import { ActionIcon, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { TextField } from '../../../../components/controls.tsx'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import { RuleInput } from '../conditions/rule-input.tsx'
import { draftFields } from '../draft-fields.ts'
import type { CanvasProps } from './canvas.tsx'
import type { Tab } from './model.ts'

type TabSettingsProps = CanvasProps & { tab: Tab; index: number; count: number }

const small = { variant: 'subtle', color: 'gray', mt: 24 } as const

/** The name, the place and the condition of a tab. */
export function TabSettings({ tab, index, count, ...props }: TabSettingsProps) {
  const t = useBuildTexts().app.forms
  const { draft, file } = props
  const at = tab.at ?? []
  const name = String(settingAt({ draft, file, at: [...at, 'name'] }) ?? '')
  const errorIn = (key: string) => draft.problemsAt(file, [...at, key])[0]?.message
  return (
    <Group align="flex-start" gap="xs" mb="sm">
      <TextField
        flex="1 1 160px"
        label={t.tabName}
        value={name}
        error={errorIn('name')}
        onChange={(text) => draft.set(file, [...at, 'name'], text)}
      />
      <div style={{ flex: '1 1 160px' }}>
        <RuleInput
          label={t.visible}
          fields={draftFields(props)}
          value={tab.visible}
          without={[{ value: undefined, label: t.always }]}
          error={errorIn('visible')}
          onChange={(rule) => draft.set(file, [...at, 'visible'], rule)}
        />
      </div>
      <ActionIcon
        {...small}
        aria-label={t.tabEarlier(name)}
        disabled={index === 0}
        onClick={() => draft.edit([{ file, op: 'move', at, to: index - 1 }])}
      >
        <IconArrowLeft size={15} />
      </ActionIcon>
      <ActionIcon
        {...small}
        aria-label={t.tabLater(name)}
        disabled={index === count - 1}
        onClick={() => draft.edit([{ file, op: 'move', at, to: index + 1 }])}
      >
        <IconArrowRight size={15} />
      </ActionIcon>
      <ActionIcon
        {...small}
        aria-label={t.removeTab(name)}
        disabled={count === 1}
        onClick={() => draft.edit([{ file, op: 'remove', at }])}
      >
        <IconTrash size={15} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}
