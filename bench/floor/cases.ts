import { newId } from '../../src/lib/ids.ts'
import type { WireRequest } from '../wire.ts'
import { changesOf, contextOf, kindOf, orderId, plainOf } from './app.ts'

/** What is asked of both sides. */
export type Case = {
  name: string
  kontor(number: number): WireRequest
  floor(number: number): WireRequest
  /** Somebody else changes an order twenty times a second. */
  withWriter?: boolean
}

const APP = '/pub/v1/app/floor/orders'

const get = (path: string): WireRequest => ({ method: 'GET', path })
const post = (path: string, body: object, headers = {}): WireRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers,
})

/** Numbers that come one after the other, spread over the whole table. */
const spread = (number: number) => number * 797

const filtering = {
  kontor: (number: number) =>
    post(`${APP}/list`, {
      active: true,
      size: 20,
      filter: { tf: { kind: [{ code: kindOf(number) }] } },
      sortExpressions: [{ field: 'due', ascending: false }],
    }),
  floor: (number: number) => post('/filter', { kind: kindOf(number), size: 20 }),
}

export const update = {
  kontor: (number: number) =>
    post(`${APP}/${orderId(spread(number))}/update`, { context: changesOf(number) }),
  floor: (number: number) => post(`/orders/${orderId(spread(number))}`, changesOf(number)),
}

const MANY = 500
const many = <T>(make: (number: number) => T, number: number): T[] =>
  Array.from({ length: MANY }, (_, at) => make(number * MANY + at))

export const cases: Case[] = [
  {
    name: 'get of 2,000',
    kontor: (number) => get(`${APP}/${orderId(spread(number % 2000))}/get`),
    floor: (number) => get(`/orders/${orderId(spread(number % 2000))}`),
  },
  {
    name: 'get of all',
    kontor: (number) => get(`${APP}/${orderId(spread(number))}/get`),
    floor: (number) => get(`/orders/${orderId(spread(number))}`),
  },
  {
    name: 'list of 20',
    kontor: () => post(`${APP}/list`, { active: true, size: 20 }),
    floor: () => post('/list', { size: 20 }),
  },
  {
    name: 'list of 20, five fields',
    kontor: () =>
      post(`${APP}/list`, {
        active: true,
        size: 20,
        fields: { __id: true, title: true, pieces: true, due: true, kind: true },
      }),
    floor: () => post('/list', { size: 20, short: true }),
  },
  { name: 'filter, sort, total', ...filtering },
  { name: 'filter, sort, total; a writer', ...filtering, withWriter: true },
  {
    name: 'create',
    kontor: (number) => post(`${APP}/create`, { context: contextOf(number) }),
    floor: (number) => post('/orders', plainOf(number)),
  },
  {
    name: 'create with a key',
    kontor: (number) =>
      post(`${APP}/create`, { context: contextOf(number) }, { 'idempotency-key': newId() }),
    floor: (number) => post('/orders', plainOf(number)),
  },
  { name: 'update', ...update },
  {
    name: 'set status',
    kontor: (number) =>
      post(`${APP}/${orderId(spread(number))}/set-status`, {
        status: { code: number % 200_000 < 100_000 ? 'done' : 'new' },
      }),
    floor: (number) =>
      post(`/orders/${orderId(spread(number))}/status`, { status: 1 + (number % 2) }),
  },
  {
    name: 'batch of 500',
    kontor: (number) =>
      post('/pub/v1/app/items/batch', {
        items: many(
          (each) => ({ namespace: 'floor', code: 'orders', context: contextOf(each) }),
          number,
        ),
      }),
    floor: (number) => post('/many', { items: many(plainOf, number) }),
  },
]
