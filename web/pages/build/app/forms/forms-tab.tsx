import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { WrittenForm } from '../../../../../src/engine/form.ts'
import { useAddressState } from '../../../../components/address-state.ts'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import classes from '../app.module.css'
import { useFieldChoices } from '../names.ts'
import type { AppPartProps } from '../part.ts'
import { Canvas } from './canvas.tsx'
import { FormPreview } from './form-preview.tsx'

const FORMS = ['create', 'edit', 'view'] as const
export type FormName = (typeof FORMS)[number]

/** What each form shows, how it is arranged, and what it then looks like. */
export function FormsTab(props: AppPartProps) {
  const t = useBuildTexts().app.forms
  const { draft, file } = props
  const [, asked] = useAddressState().get('at').split('.')
  const [form, setForm] = useState<FormName>(FORMS.find((each) => each === asked) ?? 'create')
  const at = ['forms', form]
  const written = settingAt({ draft, file, at }) as WrittenForm | undefined
  const all = useFieldChoices(props).map(({ value }) => value)
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t.title}
          data={FORMS.map((value) => ({ value, label: t[value] }))}
          value={form}
          onChange={(next) => setForm(next as FormName)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.shown}
          data={[
            { value: 'all', label: t.all },
            { value: 'chosen', label: t.chosen },
          ]}
          value={written ? 'chosen' : 'all'}
          onChange={(mode) => draft.set(file, at, mode === 'chosen' ? all : undefined)}
        />
      </div>
      <Text size="sm" c="var(--quiet)" mb="sm">
        {t.hints[form]}
      </Text>
      <div className={classes.halves}>
        <div>
          {written ? (
            <Canvas key={form} {...props} at={at} form={written} />
          ) : (
            <Text size="sm">{t.allHint}</Text>
          )}
        </div>
        <FormPreview {...props} form={form} written={written ?? all} />
      </div>
    </>
  )
}
