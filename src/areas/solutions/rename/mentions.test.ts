import { expect, test } from 'vitest'
import type { Identity } from '../../../definitions/layout.ts'
import { mentionsIt } from './mentions.ts'

const of = (kind: Identity['kind'], namespace: string, code: string): Identity => ({
  kind,
  namespace,
  code,
})

const TEXTS: [text: string, app: boolean, workspace: boolean][] = [
  ['find("shop/orders")', true, true],
  ['select 1 from ws_shop.orders', true, true],
  ['[total] in (select [total] from [shop.orders])', true, true],
  ['[shop.orders_old]', false, true],
  ['[bookshop.orders]', false, false],
  ['shop.orders', false, false],
]

test.each(TEXTS)('%s may mean an app: %s, its workspace: %s', (text, app, workspace) => {
  const [orders, shop] = [of('app', 'shop', 'orders'), of('workspace', 'global', 'shop')]
  expect(mentionsIt(text, { from: orders, to: orders })).toBe(app)
  expect(mentionsIt(text, { from: shop, to: shop })).toBe(workspace)
})
