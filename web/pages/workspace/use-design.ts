import { notifications } from '@mantine/notifications'
import { useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { links } from '../../links.ts'

/** Opens a file in one's draft of its solution; whoever has begun already goes on with that. */
export function useDesign(solution: string, file: string) {
  const navigate = useNavigate()
  return async (): Promise<void> => {
    try {
      const { drafts } = await client.drafts.list({})
      const own = drafts.find((draft) => draft.solution === solution)
      const id = own?.id ?? (await client.drafts.create({ input: { solution } })).draft.id
      await navigate(links.draft(id, file))
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
    }
  }
}
