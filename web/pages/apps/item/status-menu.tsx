import { Menu, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf, keyOf, refresh } from '../../../api.ts'
import { Tag } from '../../../components/tag.tsx'
import type { Field } from '../../../fields/field.ts'
import { type StatusItem, StatusTag, statusesOf, statusHue } from '../../../fields/status.tsx'
import { useTexts } from '../../../texts/index.ts'
import { MoveForm, type PendingMove } from '../move-form.tsx'
import { type Moves, missingIn, useHindrances } from '../moves.ts'
import type { App, Item, ItemAddress } from './app.ts'
import classes from './item.module.css'

type Answer = { item: Item; transitions?: Moves }

/** Shows the new status at once and takes it back if the server says no. */
function useSetStatus({ namespace, code, id }: ItemAddress, fields: readonly Field[]) {
  const [asked, ask] = useState<PendingMove>()
  const queries = useQueryClient()
  const params = { namespace, code, id }
  const queryKey = keyOf('apps', 'getItem', { params, input: {} })
  const { mutate } = useMutation({
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
    onError: (error, status, context) => {
      queries.setQueryData(queryKey, context?.before)
      const wanted = missingIn(error, fields)
      if (wanted) ask({ id, status, fields: wanted })
      else notifications.show({ color: 'red', message: error.message })
    },
    onSettled: () => refresh(queries, ['item']),
  })
  return { mutate, asked, ask }
}

type StatusMenuProps = {
  app: App
  item: Item
  moves: Moves
  address: ItemAddress
  canChange: boolean
}

export function StatusMenu({ app, item, moves, address, canChange }: StatusMenuProps) {
  const t = useTexts()
  const hindranceOf = useHindrances(app.fields)
  const { mutate, asked, ask } = useSetStatus(address, app.fields)
  const statuses = statusesOf(app.fields.find(({ type }) => type === 'STATUS'))
  const id = (item.__status as { status: number } | null | undefined)?.status
  if (statuses.length === 0 || id === undefined) return null
  if (!canChange) return <StatusTag statuses={statuses} id={id} />
  const name = statuses.find((each) => each.id === id)?.name ?? ''
  const move = (status: StatusItem, fields: Field[] | undefined) => {
    if (status.id === id) return
    if (fields) ask({ id: address.id, status, fields })
    else mutate(status)
  }
  return (
    <>
      {asked && <MoveForm app={address} asked={asked} onClose={() => ask(undefined)} />}
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
            const { refusal, asks, hint } = isHere ? {} : hindranceOf(moves, status.code)
            return (
              <Menu.Item
                key={status.id}
                className={classes.move}
                disabled={refusal !== undefined}
                rightSection={isHere && <IconCheck size={14} stroke={1.6} />}
                onClick={() => move(status, asks)}
              >
                <Tag isBare hue={statusHue(statuses, status.id)}>
                  {status.name}
                </Tag>
                {(refusal ?? hint) && (
                  <Text size="xs" maw={260}>
                    {refusal ?? hint}
                  </Text>
                )}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
