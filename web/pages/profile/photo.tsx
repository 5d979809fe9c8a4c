import { Avatar, Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { useDayTexts } from '../../texts/day.ts'
import { toPhoto } from './to-photo.ts'

type PhotoProps = { name: string; photo: string | null }

/** How others see somebody beside their name. */
export function Photo({ name, photo }: PhotoProps) {
  const t = useDayTexts().profile
  const [isWrong, setWrong] = useState(false)
  const save = useChange('users', 'savePhoto', { changes: ['user'] })
  const remove = useChange('users', 'deletePhoto', { changes: ['user'] })
  const choose = async (file: File | null) => {
    if (!file) return
    const content = await toPhoto(file).catch(() => undefined)
    setWrong(content === undefined)
    if (content !== undefined) save.mutate({ input: { content } })
  }
  return (
    <Group gap="sm">
      <Avatar src={photo} name={name} color="initials" size={64} radius="xl" alt={t.photo} />
      <FileButton accept="image/*" onChange={(file) => void choose(file)}>
        {(button) => (
          <Button {...button} variant="default" loading={save.isPending}>
            {t.choosePhoto}
          </Button>
        )}
      </FileButton>
      {photo && (
        <Button variant="subtle" color="gray" onClick={() => remove.mutate({})}>
          {t.removePhoto}
        </Button>
      )}
      {isWrong && (
        <Text size="xs" c="var(--bad)" role="alert">
          {t.notAnImage}
        </Text>
      )}
    </Group>
  )
}
