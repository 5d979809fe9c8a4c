import { Select } from '@mantine/core'
import { useBuildTexts } from '../../texts.ts'
import type { AppPartProps } from '../part.ts'

type AddRestrictionProps = AppPartProps & {
  fields: { value: string; label: string }[]
}

const ADMINISTRATORS = 'group:administrators'

/** A field with rights of its own is hidden from everybody else. */
export function AddRestriction({ draft, file, fields }: AddRestrictionProps) {
  const t = useBuildTexts().app.rights
  return (
    <Select
      mt="md"
      maw={360}
      label={t.limit}
      placeholder={t.chooseField}
      data={fields}
      value={null}
      searchable
      onChange={(code) =>
        code &&
        draft.edit([
          {
            file,
            op: 'set',
            at: ['fieldRights', code],
            value: { [ADMINISTRATORS]: ['read', 'update'] },
          },
        ])
      }
    />
  )
}
