import { Select, Stack, Text } from '@mantine/core'
import { Dialog } from '../../../components/dialog.tsx'
import type { Field } from '../../../fields/field.ts'
import type { Mode, View } from '../table/view.ts'
import { useViewTexts } from '../view-texts.ts'
import { ColourRules } from './colour-rules.tsx'
import { OPTIONS } from './options.ts'

type ViewOptionsProps = {
  mode: Mode
  fields: Field[]
  view: View
  onView: (part: Partial<View>) => void
  onClose: () => void
}

/** What a view is made with. It changes at once, and is saved with the view. */
export function ViewOptions({ mode, fields, view, onView, onClose }: ViewOptionsProps) {
  const t = useViewTexts().options
  const fromView = view.shared?.colours?.length ?? 0
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Stack gap="sm">
        {OPTIONS[mode].map(({ key, fits, label }) => (
          <Select
            key={key}
            label={label(t)}
            placeholder={t.none}
            data={fields.filter(fits).map(({ code, view: { name } }) => ({
              value: code,
              label: name,
            }))}
            value={view[key] || null}
            onChange={(next) => onView({ [key]: next ?? '' })}
            clearable
          />
        ))}
        <ColourRules
          fields={fields.filter(({ type }) => type !== 'STATUS')}
          rules={view.colours}
          onChange={(colours) => onView({ colours })}
        />
        {fromView > 0 && (
          <Text size="xs" c="var(--quiet)">
            {t.fromView(fromView)}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
