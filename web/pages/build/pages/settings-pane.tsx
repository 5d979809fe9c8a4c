import { CloseButton, Group, Title } from '@mantine/core'
import type { EditorProps } from '../editor-props.ts'
import classes from './page-editor.module.css'
import type { WidgetValue } from './placed.ts'
import { WidgetForm } from './settings/widget-form.tsx'
import { usePageTexts } from './texts.ts'
import { useFile } from './use-file.ts'

type SettingsPaneProps = EditorProps & { onClose: () => void }

/** Beside the page: the settings of the chosen widget. */
export function SettingsPane({ draft, file, onClose }: SettingsPaneProps) {
  const t = usePageTexts()
  const value = (useFile(draft, file)?.value ?? {}) as WidgetValue
  const title = t.settingsOf(value.name ?? '')
  return (
    <aside className={classes.pane} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h4">
          {value.name}
        </Title>
        <CloseButton aria-label={t.close} onClick={onClose} />
      </Group>
      <WidgetForm draft={draft} file={file} value={value} />
    </aside>
  )
}
