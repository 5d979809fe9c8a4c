import { Anchor, Group } from '@mantine/core'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'

type TheirsProps = { field: Field; value: unknown; onTake: () => void; onKeep: () => void }

/** Both changed the same: one of them has to give way. */
export function Theirs({ field, value, onTake, onKeep }: TheirsProps) {
  const t = useTexts()
  return (
    <Group gap={8} mt={4} fz="xs">
      <span>
        {t.items.form.now} <FieldValue field={field} value={value} isShort />
      </span>
      <Anchor component="button" type="button" inherit onClick={onTake}>
        {t.items.form.takeTheirs}
      </Anchor>
      <Anchor component="button" type="button" inherit onClick={onKeep}>
        {t.items.form.keepMine}
      </Anchor>
    </Group>
  )
}
