.DEFAULT_GOAL := help
.PHONY: help setup tools install run test test-all test-postgres test-fast check fix bench bench-compare bench-storage setup-page setup-postgres test-page interop torture torture-part mutation build release contract promises spec stats pictures clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: node_modules/.run ## install what building and running need

# What is made from these lock files; see config/tooling/install.mjs.
node_modules/.run node_modules/.all: node_modules/.%: package-lock.json config/node/package-lock.json
	@node config/tooling/install.mjs $*

node_modules/.all: tests/postgres/package-lock.json

tools: node_modules/.all ## install the tests and the tools of development, too

# `make install` puts svc here. It replaces a link to this build and nothing else.
PREFIX ?= $(HOME)/.local

install: build ## put svc on the path, in PREFIX/bin (~/.local/bin)
	@test -n "$(PREFIX)" || { echo "PREFIX is empty: name a directory, or omit it" >&2; exit 1; }
	@if test -L "$(PREFIX)/bin/svc" || test -e "$(PREFIX)/bin/svc"; then \
	  test "$$(readlink "$(PREFIX)/bin/svc")" = "$(CURDIR)/dist/index.js" || \
	    { echo "$(PREFIX)/bin/svc is another program or belongs to another clone: remove it, or set another PREFIX" >&2; exit 1; }; \
	fi
	@mkdir -p "$(PREFIX)/bin"
	@ln -sfn "$(CURDIR)/dist/index.js" "$(PREFIX)/bin/svc"
	@echo "svc is $(PREFIX)/bin/svc, and runs the build in this directory"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "$(PREFIX)/bin is not on your path: add it, for example in ~/.profile" ;; esac

run: setup ## start the engine; rebuild it first if the sources changed
	@npm run -s build:stale
	@exec node dist/index.js --http-api

# The checks leave a core idle now and then, and so do the tests: side by side they end sooner.
test: tools ## install the tools, check and test: all that a bare machine can; test-all has the long tests and the browser, too
	@$(MAKE) check & checks=$$!; \
	npm test; tests=$$?; \
	wait $$checks || { echo "make check failed: see above the tests, or run it alone" >&2; exit 1; }; \
	exit $$tests

test-all: tools ## the same with every test there is: kills, fuzzing, most of what needs a running engine, the page
	npm run -s typecheck
	@TESTS=all $(MAKE) test
	npm run -s test:postgres

test-postgres: tools ## run the tests of whole engines that touch data most once more, with the data in PostgreSQL
	npm run -s test:postgres

test-fast: tools ## test the core only
	npm run -s test:fast

setup-page: ## install Debian's Chromium for the tests of the page (as root), where it is not there yet
	@command -v chromium >/dev/null && fc-list 2>/dev/null | grep -q DejaVu || \
	  apt-get install -y --no-install-recommends chromium fonts-dejavu-core || \
	  { apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core; }

setup-postgres: ## install Debian's PostgreSQL (as root) for the tests of storage, in the place of the one that the tools have
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	  apt-get install -y --no-install-recommends postgresql || \
	  { apt-get update && apt-get install -y --no-install-recommends postgresql; }

test-page: tools ## run all tests of the page in a real browser (see setup-page), then measure it
	@$(MAKE) tests/page-figures/node_modules/.stamp || echo "Lighthouse could not be installed, so its figures will be missing." >&2
	@npm run -s test:page; tests=$$?; npm run -s page:figures && exit $$tests

tests/page-figures/node_modules/.stamp: tests/page-figures/package-lock.json
	npm ci --prefix tests/page-figures --ignore-scripts
	@touch $@

interop: tools tests/interop/node_modules/.stamp ## try the tool server with the official conformance suite and inspector
	npm test -- --selectProjects interop

tests/interop/node_modules/.stamp: tests/interop/package-lock.json
	npm ci --prefix tests/interop --ignore-scripts
	@touch $@

# The lint reports what the compiler does, too: it has read all types anyway, and where nothing is cached, as in a fresh
# clone, the compiler would read them all again. `make test-all` asks the compiler as well.
check: tools ## check format, lint, types, dead code and packages
	npm run -s fmt:check
	npm run -s lint
	npm run -s knip
	npm run -s supply
	npm run -s page:budget

fix: tools ## apply the fixes of lint and format
	-npm run -s lint -- --fix
	npm run -s fmt

bench: tools ## run the benchmarks (FIGURES="start stats" runs two)
	npm run -s bench -- $(FIGURES)

bench-compare: tools ## say which figures differ between two commits (A=HEAD~1, B=the working tree, FIGURES=all)
	npm run -s bench:compare -- $(A) $(B) $(FIGURES)

bench-storage: tools ## measure the two storages side by side, PostgreSQL on this machine (see setup-postgres; FIGURES="run records" measures two)
	npm run -s bench:storage -- $(FIGURES)

torture: tools ## kill, starve, damage and load the built engine (slow; best as root; ONLY=kill-sweep runs one, SOAK_MINUTES=10 soaks longer)
	npm run -s torture

# The same points each time, in a few minutes; .ci/run tries it. A scenario that cannot run here fails.
torture-part: tools ## the part of torture that is tried before anything lands
	@ONLY=kill-sweep,power-cut,io-errors,abort KILLS=40 CUTS=40 CUT_SEED=1 ABORTS=60 npm run -s torture

mutation: tools ## change the sources at sixty places, one at a time, and name what no test notices (SEED=2 draws others)
	@npm run -s mutation

build: setup ## build src/ into dist/
	npm run -s build

release: tools ## make release/: a package that npm installs globally, the context of an image, checksums; from the commit checked out
	@git diff --quiet HEAD || { echo 'There are changes that are not committed: a release is made from a commit.' >&2; exit 1; }
	@npm run -s release

contract: tools ## regenerate the files made from the contract
	npm run -s contract

promises: tools ## write docs/promises.md: everything that we promise, from the requirements
	npm run -s promises

spec: tools ## show which requirements the tests prove
	@npm run -s spec

pictures: tools ## take the pictures of docs anew (needs Chromium, see setup-page)
	npm run -s pictures

stats: tools ## show the sizes of the sources, and how many files four behaviours touch
	npm run -s stats

clean: ## remove build output
	rm -rf dist dist.next-* dist.tests node_modules/.cache
