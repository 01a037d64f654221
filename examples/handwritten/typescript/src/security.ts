// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Security schemes.

import {
  Basic,
  KeyInHeader,
  type Scheme,
  UserAndPassword,
} from "./runtime/security.js";

/** A key for machines. */
export const API_KEY: Scheme = {
  apply: KeyInHeader,
  name: "X-API-Key",
  option: "apiKey",
  variable: "TRAINS_API_KEY",
};

/** The account's name and password. */
export const BASIC_AUTH: Scheme = {
  apply: Basic,
  read: UserAndPassword,
  option: "basicAuth",
  variable: "TRAIN_TRAVEL_BASIC_AUTH",
  told: "TRAIN_TRAVEL_BASIC_AUTH_USERNAME and TRAIN_TRAVEL_BASIC_AUTH_PASSWORD",
};

/** A token of your account. */
export const BEARER_AUTH: Scheme = {
  apply: KeyInHeader,
  word: "Bearer",
  option: "bearerAuth",
  variable: "TRAIN_TRAVEL_BEARER_AUTH",
};
