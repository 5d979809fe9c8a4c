/** Why somebody who comes from a provider is not let in. The console says it in its own words. */
export const SIGN_IN_REFUSALS = {
  attempt_unknown:
    'this sign-in was not started in this browser, took too long or is over: start again',
  provider_refused: 'the provider did not sign you in',
  provider_failed: 'the provider cannot be reached or its answer is not valid: try again later',
  no_account: 'you have no account here: ask an administrator to create one',
  unverified_email:
    'the provider does not confirm that your e-mail address is yours: sign in with your password and link the account in your profile',
  no_email:
    'the provider does not tell your e-mail address, which is needed here: ask your administrator',
  foreign_domain: 'addresses of your domain are not admitted here: ask an administrator',
  not_in_group: 'you are not in the group that is admitted here: ask your administrator',
  administrator_by_hand:
    'accounts of administrators are linked by hand only: sign in with your password and link the account in your profile',
  ambiguous_email: 'several accounts have your e-mail address: ask an administrator',
  new_email:
    'your e-mail address here was changed less than 72 hours ago: confirm it in your profile or ask an administrator',
  ambiguous_external_id:
    'several accounts were provisioned with your external id: ask an administrator',
  new_external_id:
    'your external id here was changed by provisioning less than 72 hours ago: sign in another way and link the account in your profile, or ask an administrator',
  linked_otherwise:
    'your account here is linked to another account of this provider: ask an administrator to unlink it',
  blocked: 'your account is blocked or deleted: ask an administrator',
  login_taken: 'somebody else has your login here: ask an administrator',
  linked_elsewhere: 'this account of the provider is linked to somebody else',
  wrong_password: 'wrong login or password',
  password_expired:
    'your password has expired or has to be changed: change it in the directory of your company, such as at your computer there, and sign in again',
  sign_in_restricted:
    'the directory of your company does not let you sign in now or from here: ask your administrator',
} as const

export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS
