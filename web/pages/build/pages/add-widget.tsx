import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { EditorProps } from '../editor-props.ts'
import { nameOf } from '../parts.ts'
import { addWidget, codeOf, freeCode, type PageValue, placeWidget } from './placed.ts'
import { firstSettings } from './settings/forms.ts'
import { useNamed } from './settings/use-named.ts'
import { usePageTexts } from './texts.ts'

type AddWidgetProps = EditorProps & { value: PageValue; onAdd: () => void }

/** A new widget of some type, or one that the workspace has already. */
export function AddWidget({ draft, file, value, onAdd }: AddWidgetProps) {
  const t = usePageTexts()
  const workspace = file.split('/')[1] ?? ''
  const apps = useNamed(draft, 'app')
  const app = (apps.find(({ value: path }) => path.startsWith(`${workspace}/`)) ?? apps[0])?.value
  const files = (draft.info?.files ?? []).filter(
    ({ kind, namespace, state }) =>
      kind === 'widget' && namespace === workspace && state !== 'removed',
  )
  const placed = new Set((value.widgets ?? []).map(codeOf))
  const others = files.filter(({ code }) => code && !placed.has(code))
  const add = (type: string, name: string) => {
    const code = freeCode(name, new Set(files.map((each) => each.code ?? '')))
    const settings = firstSettings(type, app)
    draft.edit(addWidget(file, value, { code, name, type, settings }))
    onAdd()
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button mt="md" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
          {t.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(t.types).map(([type, name]) => (
          <Menu.Item key={type} aria-label={t.addOf(name)} onClick={() => add(type, name)}>
            {name}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Label>{t.existing}</Menu.Label>}
        {others.map((each) => (
          <Menu.Item
            key={each.path}
            onClick={() => draft.edit(placeWidget(file, value, each.code ?? ''))}
          >
            {nameOf(each)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
