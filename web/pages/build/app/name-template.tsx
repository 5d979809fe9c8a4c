import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { TextField } from '../../../components/controls.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import type { FieldValue } from '../fields/new-field.ts'
import { errorAt, settingAt, useCaption } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './app.module.css'
import { exampleName, unknownIn } from './example-name.ts'
import { useFieldChoices } from './names.ts'
import type { AppPartProps } from './part.ts'

const AT = ['nameTemplate']

/** How names of items are put together, with an example that follows every letter. */
export function NameTemplate(props: AppPartProps) {
  const t = useBuildTexts().app.names
  const { draft, file } = props
  const captionOf = useCaption()
  const samples = useSamples()
  const fields = (settingAt({ draft, file, at: ['fields'] }) ?? {}) as Record<string, FieldValue>
  const template = String(settingAt({ draft, file, at: AT }) ?? '')
  const unknown = unknownIn(template, fields, samples)
  const put = (text: string) => draft.set(file, AT, text || undefined)
  return (
    <div>
      <TextField
        {...captionOf('nameTemplate')}
        description={t.hint}
        placeholder={t.typed}
        value={template}
        error={
          errorAt({ draft, file, at: AT }) ?? (unknown.length > 0 && t.unknown(unknown.join(', ')))
        }
        onChange={put}
      />
      <div className={classes.line}>
        <Text className={classes.example ?? ''} flex={1} aria-live="polite">
          {template ? t.example(exampleName(template, fields, samples)) : t.typedHint}
        </Text>
        <InsertField {...props} onInsert={(code) => put(joined(template, `{$${code}}`))} />
      </div>
    </div>
  )
}

const joined = (text: string, part: string) => (text === '' ? part : `${text.trimEnd()} ${part}`)

function InsertField(props: AppPartProps & { onInsert: (code: string) => void }) {
  const t = useBuildTexts().app.names
  const system = useTexts().apps.system
  const fields = useFieldChoices(props)
  const choices = [{ value: '__index', label: system.__index }, ...fields]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconPlus size={14} aria-hidden />}>
          {t.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {choices.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => props.onInsert(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Values for an example, in the reader's language. */
function useSamples() {
  const t = useBuildTexts().app.names.samples
  const language = useLanguage()
  const now = new Date()
  return {
    ...t,
    __index: '12',
    INTEGER: '3',
    FLOAT: '2.5',
    DATETIME: now.toLocaleDateString(language),
    __createdAt: now.toLocaleDateString(language),
  }
}
