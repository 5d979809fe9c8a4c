import { TextInput } from '@mantine/core'
import type { SettingPath } from '../schema/setting.ts'
import { RenameButton } from '../shell/rename.tsx'
import { useBuildTexts } from '../texts.ts'

/** By its code processes and other systems call it: it can be changed until it is published. */
export function CodeRow({ place, code }: { place: SettingPath; code: string }) {
  const t = useBuildTexts().shell
  return (
    <TextInput
      label={t.code}
      readOnly
      variant="filled"
      value={code}
      rightSection={<RenameButton place={place} code={code} />}
    />
  )
}
