import { Menu, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOf, keyOf } from '../../../api.ts'
import { Tag } from '../../../components/tag.tsx'
import { type StatusItem, StatusTag, statusesOf, statusHue } from '../../../fields/status.tsx'
import { useTexts } from '../../../texts/index.ts'
import { type Moves, useRefusals } from '../moves.ts'
import type { App, Item, ItemPlace } from './app.ts'
import classes from './item.module.css'

type Answer = { item: Item; transitions?: Moves }

/** Shows the new status at once and takes it back if the server says no. */
function useSetStatus({ namespace, code, id }: ItemPlace) {
  const queries = useQueryClient()
  const params = { namespace, code, id }
  const queryKey = keyOf('apps', 'getItem', { params, input: {} })
  return useMutation({
    mutationFn: (status: StatusItem) =>
      callOf('apps', 'setStatus')({ params, input: { status: status.code } }),
    onMutate: async (status) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Answer>(queryKey)
      queries.setQueryData<Answer>(
        queryKey,
        (answer) =>
          answer && {
            ...answer,
            item: { ...answer.item, __status: { order: 0, status: status.id } },
          },
      )
      return { before }
    },
    onError: (error, _, context) => {
      queries.setQueryData(queryKey, context?.before)
      notifications.show({ color: 'red', message: error.message })
    },
    onSettled: () =>
      Promise.all(
        ['apps', 'messages'].map((area) => queries.invalidateQueries({ queryKey: [area] })),
      ),
  })
}

type StatusMenuProps = {
  app: App
  item: Item
  moves: Moves
  place: ItemPlace
  canChange: boolean
}

export function StatusMenu({ app, item, moves, place, canChange }: StatusMenuProps) {
  const t = useTexts()
  const refusalOf = useRefusals(app.fields)
  const { mutate } = useSetStatus(place)
  const statuses = statusesOf(app.fields.find(({ type }) => type === 'STATUS'))
  const id = (item.__status as { status: number } | null | undefined)?.status
  if (statuses.length === 0 || id === undefined) return null
  if (!canChange) return <StatusTag statuses={statuses} id={id} />
  const name = statuses.find((each) => each.id === id)?.name ?? ''
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.status} aria-label={t.items.page.status(name)}>
          <Tag isBare hue={statusHue(statuses, id)}>
            {name}
          </Tag>
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses.map((status) => {
          const isHere = status.id === id
          const refusal = isHere ? undefined : refusalOf(moves, status.code)
          return (
            <Menu.Item
              key={status.id}
              className={classes.move}
              disabled={refusal !== undefined}
              rightSection={isHere && <IconCheck size={14} stroke={1.6} />}
              onClick={() => !isHere && mutate(status)}
            >
              <Tag isBare hue={statusHue(statuses, status.id)}>
                {status.name}
              </Tag>
              {refusal && (
                <Text size="xs" maw={260}>
                  {refusal}
                </Text>
              )}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
