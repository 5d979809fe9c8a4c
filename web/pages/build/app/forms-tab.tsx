import { ActionIcon, Button, SegmentedControl, Text } from '@mantine/core'
import { IconEyeOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { settingAt } from '../schema/setting.ts'
import { Sortable } from '../sortable.tsx'
import { useBuildTexts } from '../texts.ts'
import classes from './app.module.css'
import { FormPreview } from './form-preview.tsx'
import { useFieldChoices } from './names.ts'
import type { AppPartProps } from './part.ts'

const FORMS = ['create', 'edit', 'view'] as const
type Form = (typeof FORMS)[number]

/** Which fields each form shows, in which order, and what it then looks like. */
export function FormsTab(props: AppPartProps) {
  const t = useBuildTexts().app.forms
  const { draft, file } = props
  const [form, setForm] = useState<Form>('create')
  const at = ['forms', form]
  const chosen = settingAt({ draft, file, at }) as string[] | undefined
  const fields = useFieldChoices(props, true)
  const all = fields.map(({ value }) => value).filter((code) => code !== '__name')
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t.title}
          data={FORMS.map((value) => ({ value, label: t[value] }))}
          value={form}
          onChange={(next) => setForm(next as Form)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.shown}
          data={[
            { value: 'all', label: t.all },
            { value: 'chosen', label: t.chosen },
          ]}
          value={chosen ? 'chosen' : 'all'}
          onChange={(mode) => draft.set(file, at, mode === 'chosen' ? all : undefined)}
        />
      </div>
      <Text size="sm" c="var(--quiet)" mb="sm">
        {t.hints[form]}
      </Text>
      <div className={classes.halves}>
        <div>
          {chosen ? (
            <Chosen {...props} form={form} codes={chosen} />
          ) : (
            <Text size="sm">{t.allHint}</Text>
          )}
        </div>
        <FormPreview {...props} codes={chosen ?? all} isView={form === 'view'} />
      </div>
    </>
  )
}

function Chosen(props: AppPartProps & { form: Form; codes: string[] }) {
  const t = useBuildTexts().app.forms
  const { draft, file, form, codes } = props
  const at = ['forms', form]
  const fields = useFieldChoices(props, true)
  const nameOf = (code: string) => fields.find(({ value }) => value === code)?.label ?? code
  const hidden = fields.filter(({ value }) => !codes.includes(value))
  const wrong = (index: number) =>
    draft.problemsAt(file, [...at, index]).map(({ message }) => message)
  return (
    <>
      <Sortable
        label={t.shown}
        items={codes}
        keyOf={(code) => code}
        nameOf={nameOf}
        onMove={(from, to) => draft.edit([{ file, op: 'move', at: [...at, from], to }])}
      >
        {(code, index) => (
          <div className={classes.line}>
            <span className={classes.grow}>
              {nameOf(code)}
              {wrong(index).length > 0 && (
                <Text size="xs" c="var(--mantine-color-error)">
                  {wrong(index).join('; ')}
                </Text>
              )}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.hide(nameOf(code))}
              onClick={() => draft.edit([{ file, op: 'remove', at: [...at, index] }])}
            >
              <IconEyeOff size={15} stroke={1.6} />
            </ActionIcon>
          </div>
        )}
      </Sortable>
      {hidden.length > 0 && (
        <Text size="sm" fw={500} mt="sm" mb={4}>
          {t.hidden}
        </Text>
      )}
      <div className={classes.chips}>
        {hidden.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            size="compact-xs"
            leftSection={<IconPlus size={12} aria-hidden />}
            aria-label={t.show(label)}
            onClick={() => draft.edit([{ file, op: 'insert', at: [...at, codes.length], value }])}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}
