import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress } from './app.ts'

const UNDO_FOR = 12_000

/** Deletes at once and offers to undo: quicker than a question, and as safe. */
export function useDelete(address: ItemAddress, name: string) {
  const t = useTexts()
  const queries = useQueryClient()
  const { namespace, code, id } = address
  const params = { namespace, code, id }
  const refresh = () => queries.invalidateQueries({ queryKey: ['apps'] })
  const attempt = async (what: () => Promise<unknown>) => {
    try {
      await what()
      return true
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
      return false
    } finally {
      void refresh()
    }
  }
  const restore = async () => {
    notifications.hide(id)
    if (await attempt(() => client.apps.restoreItem({ params }))) {
      notifications.show({ message: t.items.page.restored(name) })
    }
  }
  return async (etag: string): Promise<boolean> => {
    const isDone = await attempt(() =>
      client.apps.deleteItem({ params, headers: { 'if-match': etag } }),
    )
    if (!isDone) return false
    notifications.show({
      id,
      autoClose: UNDO_FOR,
      message: (
        <Group justify="space-between" gap="sm">
          {t.items.page.deleted(name)}
          <Button variant="default" onClick={() => void restore()}>
            {t.items.page.undo}
          </Button>
        </Group>
      ),
    })
    return true
  }
}
