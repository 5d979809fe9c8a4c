import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { DatabaseError } from 'pg'
import { AppError } from '../../../../lib/errors.ts'
import { toStorable } from '../../../../lib/storable.ts'
import { messageFor } from '../../../../platform/db/errors.ts'
import { PrivateAddress } from '../../../../platform/outside/checked-lookup.ts'

import { directoryWords, isDirectoryError } from '../ldap/words.ts'

/** Errors of a provider, for administrators: without secrets. */
export function inWords(error: unknown): string {
  const text = describe(error).replace(/\s+/g, ' ').trim()
  return toStorable(text.length > 500 ? `${text.slice(0, 499)}…` : text)
}

function describe(error: unknown): string {
  const [first] = chainOf(error)
  const directory = chainOf(error).find(isDirectoryError)
  if (directory) return directoryWords(directory)
  const network = chainOf(error).find(isNetwork)
  if (network) return networkWords(network)
  const address = chainOf(error).find((each) => each instanceof PrivateAddress)
  if (address) return `${address.message}: set KONTOR_PROVIDER_ADDRESSES`
  // Brought by the browser, so its user may have written it.
  if (error instanceof AuthorizationResponseError) {
    return `the provider answered ${/^[a-z_]{1,50}$/.test(error.error) ? error.error : 'an error'}`
  }
  if (error instanceof ResponseBodyError) {
    const said = [error.error, error.error_description].filter(Boolean).join(': ')
    return `the provider answered ${said}`
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return `the provider answered ${error.status}`
  }
  if (error instanceof ClientError) return `${causeOf(error)}`
  const isNamed = error instanceof AppError && error.cause instanceof DatabaseError
  if (error instanceof AppError && error.cause && !isNamed) return describe(error.cause)
  return first instanceof Error ? messageFor(first) : 'unknown error'
}

const chainOf = (error: unknown, most = 6): unknown[] =>
  error === undefined || most === 0
    ? []
    : [error, ...chainOf((error as { cause?: unknown } | null)?.cause, most - 1)]

const causeOf = (error: ClientError): string => {
  const inner = chainOf(error.cause).find((each) => each instanceof Error)
  return inner ? `${error.message} (${inner.message})` : error.message
}

type Network = Error & { code: string; address?: string; port?: number; hostname?: string }

const isNetwork = (error: unknown): error is Network =>
  error instanceof Error && /^(E[A-Z]+|CERT_\w+|\w+_CERT\w*)$/.test(String((error as Network).code))

function networkWords({ code, message }: Network): string {
  if (code === 'ECONNREFUSED') return 'the provider refuses the connection'
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'the host of the provider is not found'
  if (code === 'ETIMEDOUT' || code === 'ETIMEOUT') return 'the provider does not answer'
  return `the connection to the provider failed: ${message}`
}
