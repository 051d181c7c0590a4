// Behaviour that every page of the console may use. Each page works without it.
"use strict";
